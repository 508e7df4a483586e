import { sqliteLab } from './lab.ts'
import { edgeSuite } from './edges.ts'
import { paritySuite } from './parity.ts'

paritySuite(sqliteLab)
edgeSuite(sqliteLab)
