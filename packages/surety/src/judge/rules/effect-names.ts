import type { Effect } from '../effect-evidence.ts'
import type { ToolDefinition } from '../evidence.ts'

const ENDING = '(?:e|es|s|d|ed|er|or|en|ing|ion|ions|y|ies|ied|ying|ment)?'

/** Words, without their endings, that tell a reader of each kind of effect. */
const WORDS = {
  change:
    'writ|writt|creat|sav|stor|storag|append|updat|edit|modif|chang|alter|delet|remov|renam|mov|cop|download|export|generat|log|logg|record|insert|add|set|put|install|build|cach|persist|dump|replac|compil|draft|track|regist|register|schedul|import|extract|unzip|sync|backup|patch|migrat|init|initializ|scaffold|note|remember|upload|temp|temporar',
  delete:
    'delet|remov|clean|purg|clear|drop|renam|mov|reset|prun|uninstall|replac|overwrit|eras|destroy|discard|cancel|evict|archiv',
  network:
    'fetch|download|upload|http|https|url|web|website|internet|online|remote|network|connect|api|request|send|post|publish|email|mail|notif|search|quer|brows|crawl|scrap|ping|dns|host|server|servic|endpoint|webhook|sync|push|pull|clon|stream|databas|cloud',
} as const

const PATTERNS = Object.fromEntries(
  Object.entries(WORDS).map(([kind, words]) => [kind, new RegExp(`\\b(?:${words})${ENDING}\\b`, 'i')]),
)

/** Verbs that are nouns or pure elsewhere ("a book", "takes a text"): they count where a sentence says that the tool does it to something. */
const ACTION =
  /(?:^|[.;:,]\s+|\b(?:and|then|or|to|will)\s+)(?:(?:clone|duplicate|fork|commit|merge|tag|mark|keep|book|reserve|enroll?|initiali[sz]e|synchroni[sz]e|organi[sz]e|restore|revert|assign|subscribe|submit|approve|reject|activate|deactivate|enable|disable|provision|revoke|grant|bookmark|pin|close|complete|pay|order|sign)s?\s+(?:an?|the|this|that|it|its|one|new|some|all|each|every|your|their|several)\b|(?:make|take)s?\s+(?:an?|the)\s+(?:new\s+)?(?:screenshot|photo|picture|snapshot|backup|folder|directory|file|copy|note|entry|branch)\b)/i

/** A process that goes on is none: no contract allows it, so that it is a defect anyway. */
type NamedEffect = Exclude<Effect, { readonly kind: 'process' }>

/** Does the tool's description tell of this kind of effect, or an annotation of the network? What it says it does not do does not count. */
export function namesEffect(definition: ToolDefinition, effect: NamedEffect): boolean {
  return namesKind(definition, kindOf(effect))
}

export function namesKind({ title, description, annotations }: ToolDefinition, kind: keyof typeof WORDS): boolean {
  if (kind === 'network' && annotations?.openWorldHint === true) return true
  const told = [description, title, annotations?.title].join(' . ').replaceAll(DENIED, ' ')
  if (kind === 'change' && ACTION.test(told)) return true
  return PATTERNS[kind]?.test(told) ?? false
}

const DENIED = /\b(?:not|never|without|cannot)\s+[\w-]+|\b(?:[\w-]+\s+)?no\s+[\w-]+/gi

function kindOf(effect: NamedEffect): keyof typeof WORDS {
  if (effect.kind === 'connect') return 'network'
  return effect.kind === 'delete' && effect.existed ? 'delete' : 'change'
}
