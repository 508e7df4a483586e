import { isRecord } from '@surety/tool-contracts/tools'
import { canonicalText, isSame } from './pin.ts'
import { ANNOTATIONS, NARROWS, dialectOf } from './schema-keywords.ts'

/** What a schema no longer admits, or newly does, in sentences. */
interface SchemaChanges {
  readonly certain: readonly string[]
  /** Changes of which it cannot be told. */
  readonly unclear: readonly string[]
}

/** `narrowed`: what did it admit that it no longer does? `widened`: what does it admit that it did not? */
type Change = 'narrowed' | 'widened'

export function compareSchemas(before: unknown, after: unknown, change: Change): SchemaChanges {
  const hasReferences = refers(before) || refers(after)
  const changes = compare(before, after, { change, hasReferences }, '')
  if (!hasReferences || isChanged(changes) || !(refersInReverse(before) || refersInReverse(after))) return changes
  const opposite = compare(before, after, { change: change === 'narrowed' ? 'widened' : 'narrowed', hasReferences }, '')
  return isChanged(opposite) ? unclear('What is referred to has changed, and where more of it admits less.') : changes
}

export function isChanged({ certain, unclear }: SchemaChanges): boolean {
  return certain.length + unclear.length > 0
}

interface Question {
  readonly change: Change
  /** Whether the names of schemas decide what they mean. */
  readonly hasReferences: boolean
}

type Schema = Readonly<Record<string, unknown>>

const NONE: SchemaChanges = { certain: [], unclear: [] }

function compare(before: unknown, after: unknown, question: Question, at: string): SchemaChanges {
  if (isSame(before, after)) return NONE
  const [was, is] = [asSchema(before), asSchema(after)]
  if (was === undefined || is === undefined) return unclear(`${at || 'The schema'} was replaced.`)
  const [whole, part] = question.change === 'narrowed' ? [was, is] : [is, was]
  if (whole === false || isAny(part)) return NONE
  if (is === false) return certain(`${at || 'Everything'} is gone.`)
  if (was === false) return certain(`${at || 'Something'} is now allowed.`)
  const keywords = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (one) => !ANNOTATIONS.has(one) && !isSame(own(was, one), own(is, one)),
  )
  return together([
    keywords.length > 0 && (leavesOthers(was) || leavesOthers(is))
      ? unclear(`${at || 'The schema'}: what is left unevaluated may be something else.`)
      : NONE,
    compareRequired(was, is, question, at),
    ...propertyNames(was, is).map((name) => compareProperty(name, was, is, question, inside(at, name))),
    ...keywords.map((keyword) => compareKeyword(keyword, own(was, keyword), own(is, keyword), question, at)),
  ])
}

function compareKeyword(keyword: string, was: unknown, is: unknown, question: Question, at: string): SchemaChanges {
  if (isComparedByName(keyword, was, is)) return NONE
  if (keyword === 'items') return compare(was, is, question, `${at}[]`)
  const sentence = `${at || 'The schema'}: ${keyword} was ${show(was)} and is ${show(is)}.`
  if (keyword === 'additionalProperties') return inOneSentence(sentence, compare(was, is, question, at))
  if (keyword === '$schema') return dialectOf(was) === dialectOf(is) ? NONE : unclear(sentence)
  if (keyword === '$id') return question.hasReferences ? unclear(sentence) : NONE
  const narrows = NARROWS.get(keyword)
  const isNarrower = question.change === 'narrowed' ? narrows?.(was, is) : narrows?.(is, was)
  if (isNarrower === undefined) return unclear(sentence)
  return isNarrower ? certain(sentence) : NONE
}

function isComparedByName(keyword: string, was: unknown, is: unknown): boolean {
  if (keyword === 'properties') return isRecord(was ?? {}) && isRecord(is ?? {})
  return keyword === 'required' && Array.isArray(was ?? []) && Array.isArray(is ?? [])
}

/** A property that one of two schemas does not name is to that one what it lets any other key be. */
function compareProperty(name: string, was: Schema, is: Schema, question: Question, at: string): SchemaChanges {
  const [named, names] = [own(propertiesIn(was), name), own(propertiesIn(is), name)]
  if (named !== undefined && names !== undefined) return compare(named, names, question, at)
  const unnamed = otherKeys(named === undefined ? was : is)
  if (unnamed === 'unclear') return unclear(`${at} is ${named === undefined ? 'now' : 'no longer'} named.`)
  const changes = compare(named === undefined ? unnamed : named, names === undefined ? unnamed : names, question, at)
  if (!isAny(asSchema(unnamed))) return changes
  if (named !== undefined) return inOneSentence(`${at} may now be anything.`, changes)
  const sentence = `${at} may no longer be anything, but is ${show(names)}.`
  // Whoever writes no `additionalProperties` seldom means that any other key will always be taken.
  const isStated = Object.hasOwn(was, 'additionalProperties')
  return isStated || !isChanged(changes) ? inOneSentence(sentence, changes) : unclear(sentence)
}

/** The schema of keys that are not named. */
function otherKeys(schema: Schema): unknown {
  if (Object.hasOwn(schema, 'patternProperties')) return 'unclear'
  if (Object.hasOwn(schema, 'additionalProperties')) return schema['additionalProperties']
  return true
}

/** Does it judge what its other keywords do not? Then whatever they say less may be refused. */
function leavesOthers(schema: Schema): boolean {
  return Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems')
}

function compareRequired(was: Schema, is: Schema, { change }: Question, at: string): SchemaChanges {
  const [before, after] = [namesIn(was['required']), namesIn(is['required'])]
  const path = (name: string): string => inside(at, name)
  if (change === 'narrowed') return certain(...without(after, before).map((name) => `${path(name)} is now required.`))
  const isGone = (name: string): boolean =>
    Object.hasOwn(propertiesIn(was), name) && !Object.hasOwn(propertiesIn(is), name)
  return certain(
    ...without(before, after).map((name) => `${path(name)} ${isGone(name) ? 'is gone' : 'may now be missing'}.`),
  )
}

/** Those that a schema named and another does not, whatever it lets them be. */
export function goneProperties(before: unknown, after: unknown, at: string = ''): readonly string[] {
  if (!isRecord(before) || !isRecord(after) || isSame(before, after)) return []
  const left = propertiesIn(after)
  return [
    ...Object.entries(propertiesIn(before)).flatMap(([name, schema]) =>
      Object.hasOwn(left, name)
        ? goneProperties(schema, left[name], inside(at, name))
        : [`${inside(at, name)} is gone.`],
    ),
    ...goneProperties(before['items'], after['items'], `${at}[]`),
  ]
}

/** Undefined where it is none, such as the lists of schemas that older drafts know. */
function asSchema(value: unknown): Schema | false | undefined {
  if (value === undefined || value === true) return {}
  return value === false || isRecord(value) ? value : undefined
}

function isAny(schema: Schema | false | undefined): boolean {
  return isRecord(schema) && Object.keys(schema).every((key) => ANNOTATIONS.has(key) || /^\$(?:schema|id)$/.test(key))
}

function refers(schema: unknown): boolean {
  const text = canonicalText(schema)
  return text === undefined || /"\$(?:ref|dynamicRef|recursiveRef)":/.test(text)
}

/** Is something referred to where less is admitted the more it admits? */
function refersInReverse(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(refersInReverse)
  if (!isRecord(schema)) return false
  return Object.entries(schema).some(([key, value]) => (REVERSING.has(key) ? refers(value) : refersInReverse(value)))
}

const REVERSING = new Set(['not', 'oneOf', 'if', 'contains'])

function propertyNames(was: Schema, is: Schema): readonly string[] {
  return [...new Set([was, is].flatMap((schema) => Object.keys(propertiesIn(schema))))]
}

function propertiesIn({ properties }: Schema): Schema {
  return isRecord(properties) ? properties : {}
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return names.filter((name) => !known.has(name))
}

function inside(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`
}

function own(schema: Schema, key: string): unknown {
  return Object.hasOwn(schema, key) ? schema[key] : undefined
}

function inOneSentence(sentence: string, changes: SchemaChanges): SchemaChanges {
  if (changes.certain.length > 0) return certain(sentence)
  return isChanged(changes) ? unclear(sentence) : NONE
}

function certain(...sentences: readonly string[]): SchemaChanges {
  return { certain: sentences, unclear: [] }
}

function unclear(sentence: string): SchemaChanges {
  return { certain: [], unclear: [sentence] }
}

function together(parts: readonly SchemaChanges[]): SchemaChanges {
  return { certain: parts.flatMap((part) => part.certain), unclear: parts.flatMap((part) => part.unclear) }
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : (canonicalText(value) ?? 'unreadable')
}
