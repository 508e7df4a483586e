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
  for (const tool of tools) {
    const found = [...sites(source, tool)].map((site) => branchAt(source, site, tool))
    if (found.length > 0) branches.set(tool, found)
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

/** Where the branches of a tool begin: `{offset, opened}`, `opened` by `:`, `)` or `?`. */
function* sites(source, tool) {
  const quoted = `(?:"${escaped(tool)}"|'${escaped(tool)}'|\`${escaped(tool)}\`)`
  const forms = [
    `\\bcase\\s*${quoted}\\s*:`,
    `(?<!!)===?\\s*${quoted}\\s*(?:\\)|\\?(?![.?]))`,
    `${quoted}\\s*===?\\s*[\\w$.?]+\\s*(?:\\)|\\?(?![.?]))`,
  ]
  for (const { 0: form, index } of source.matchAll(new RegExp(forms.join('|'), 'g'))) {
    const end = index + form.length
    const offset = end + /^\s*/.exec(source.slice(end, end + 1000))[0].length
    // An empty branch falls through: its tool shares the next one's code.
    if (!/^(?:case|default)\b/.test(source.slice(offset, offset + 8))) yield { offset, opened: form.at(-1) }
  }
}

function branchAt(source, { offset, opened }, tool) {
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
