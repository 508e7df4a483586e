import { cases, takesLong } from '../corpus-lab.ts'
import { judgeCorpus } from '../corpus-suite.ts'

judgeCorpus(cases.filter(takesLong))
