import { cases } from './corpus-lab.ts'
import { judgeCorpus } from './corpus-suite.ts'

judgeCorpus(cases.filter(({ language }) => language === 'python'))
