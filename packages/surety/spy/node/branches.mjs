import { bodyAt } from './body.mjs'

const KEYWORDS = new Set('if for while switch catch return function await typeof throw new async case'.split(' '))
/** What the whole input is called where it is a part of something. */
const WHOLE = new Set(['arguments', 'args', 'input', 'params', 'parameters'])
/** A call: whose method it is, its name, and its first argument where that is a plain path. */
const CALL =
  /(?:(?<of>[\w$]+)\??\.)?(?<name>[A-Za-z_$][\w$]*)\s*\(\s*(?<path>(?:[\w$]+\??\.)*(?<last>[\w$]+)\s*(?=[),?|]))?/g
const AFFIXES = /^(?:handle|do|run|tool|call|exec|execute)?(.*?)(?:handler|tool|impl)?$/

/**
 * Where a source branches on a tool's name (`case 'add':`, `name === 'add' ?`), and which functions a branch hands the whole input to:
 * tool → `{offset, text, functions}[]`. A reader of text, not a parser, so that it reads bundles too; what it misses is not claimed.
 */
export function branchesIn(source, tools) {
  const branches = new Map()
  for (const site of sites(source)) {
    if (!tools.has(site.tool)) continue
    const found = branches.get(site.tool) ?? []
    branches.set(site.tool, [...found, branchAt(source, site)])
  }
  for (const [tool, found] of branches) {
    const elsewhere = new Set(
      [...branches].flatMap(([other, theirs]) => (other === tool ? [] : theirs.flatMap(({ calls }) => calls))),
    )
    // A function that several branches call is a helper, nobody's handler, unless it bears the tool's name.
    for (const branch of found)
      branch.functions = branch.functions.filter((name) => isNamedAfter(name, tool) || !elsewhere.has(name))
  }
  return branches
}

/** Does this text name the other's function, or its tool? */
export function mentions(text, { functionName, tool }) {
  if (functionName && new RegExp(`(?<![\\w$])${escaped(functionName)}\\s*\\(`).test(text)) return true
  return ['"', "'", '`'].some((quote) => text.includes(quote + tool + quote))
}

const escaped = (text) => text.replaceAll(/[^\w\s]/g, String.raw`\$&`)

const QUOTED = String.raw`(?:"([^"\n]+)"|'([^'\n]+)'|\`([^\`\n]+)\`)`
const THEN = String.raw`\s*(?:\)|\?(?![.?]))`
const SITE = new RegExp(
  [
    String.raw`\bcase\s*${QUOTED}\s*:`,
    String.raw`(?<!!)===?\s*${QUOTED}${THEN}`,
    String.raw`${QUOTED}\s*===?\s*[\w$.?]+${THEN}`,
  ].join('|'),
  'g',
)

/** Where branches on a text begin: `{tool, offset, opened}`, `opened` by `:`, `)` or `?`. */
function* sites(source) {
  for (const match of source.matchAll(SITE)) {
    const [form, ...texts] = match
    const tool = texts.find((text) => text !== undefined)
    const end = match.index + form.length
    const offset = end + /^\s*/.exec(source.slice(end, end + 1000))[0].length
    // An empty branch falls through: its tool shares the next one's code.
    if (!/^(?:case|default)\b/.test(source.slice(offset, offset + 8))) yield { tool, offset, opened: form.at(-1) }
  }
}

function branchAt(source, { tool, offset, opened }) {
  const text = bodyAt(source, offset, opened)
  const calls = [...text.matchAll(CALL)].map(({ groups, index }) => ({
    ...groups,
    isStatement: isStatement(text, index),
  }))
  const called = calls.filter(({ name }) => !KEYWORDS.has(name))
  const handling = called.findLast((call) => isWhole(call) && !call.isStatement)
  const functions = called.filter((call) => call === handling || (isOwn(call) && isNamedAfter(call.name, tool)))
  return { offset, text, calls: called.map(({ name }) => name), functions: functions.map(({ name }) => name) }
}

/** Nothing is done with what the call returns: it checks or logs. */
const isStatement = (text, index) => /(?:^|[;{}\n])\s*(?:await\s+)?$/.test(text.slice(0, index))

const isWhole = ({ path, last }) => path !== undefined && (!path.includes('.') || WHOLE.has(last))

const isOwn = ({ of }) => of === undefined || of === 'this'

const isNamedAfter = (name, tool) => plain(name) === plain(tool) || AFFIXES.exec(plain(name))?.[1] === plain(tool)

const plain = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
