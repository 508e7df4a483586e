import { changesSuite } from './changes.ts'
import { sqliteLab } from './lab.ts'
import { edgeSuite } from './edges.ts'
import { paritySuite } from './parity.ts'
import { truthSuite } from './truth.ts'

paritySuite(sqliteLab)
edgeSuite(sqliteLab)
truthSuite(sqliteLab)
changesSuite(sqliteLab)
