/** A semantic version, as semver.org writes its pattern down. */
export const SEMVER: RegExp =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/

const BUMPS = ['none', 'patch', 'minor', 'major'] as const
/** How far a version must move. */
export type Bump = (typeof BUMPS)[number]

interface Version {
  readonly major: bigint
  readonly minor: bigint
  readonly patch: bigint
  /** The dotted parts behind the hyphen; empty for a release. */
  readonly prerelease: readonly string[]
}

/** The lowest release that is `bump` above a version. A prerelease of 2.0.0 is above 1.x already, so that 2.0.0 itself will do. */
export function bumped(version: string, bump: Bump): string {
  if (bump === 'none') return version
  const { major, minor, patch, prerelease } = parse(version)
  if (prerelease.length > 0 && isAtLeast(lastStep(version), bump)) return `${major}.${minor}.${patch}`
  if (bump === 'major') return `${major + 1n}.0.0`
  return bump === 'minor' ? `${major}.${minor + 1n}.0` : `${major}.${minor}.${patch + 1n}`
}

/** What moved between two versions; undefined where the second is lower. */
export function bumpBetween(before: string, after: string): Bump | undefined {
  const order = compareVersions(before, after)
  if (order > 0) return undefined
  if (order === 0) return 'none'
  const [a, b] = [parse(before), parse(after)]
  const moved = a.major !== b.major ? 'major' : a.minor !== b.minor ? 'minor' : 'patch'
  return a.prerelease.length === 0 ? moved : highest([moved, lastStep(before)])
}

/** Does one bump promise room for all that the other does? */
export function isAtLeast(one: Bump, other: Bump): boolean {
  return BUMPS.indexOf(one) >= BUMPS.indexOf(other)
}

export function highest(bumps: readonly Bump[]): Bump {
  return bumps.reduce((one, other) => (isAtLeast(one, other) ? one : other), 'none')
}

/** The step that led to a version: 2.0.0 is a major one, 2.1.0 a minor one. */
function lastStep(version: string): Bump {
  const { minor, patch } = parse(version)
  if (patch !== 0n) return 'patch'
  return minor === 0n ? 'major' : 'minor'
}

/** Is it a version of which nothing is promised yet? */
export function isInitial(version: string): boolean {
  return parse(version).major === 0n
}

/** Negative where the first comes before the second, by the precedence rules of semver.org. @internal */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)]
  return (
    order(a.major, b.major) ||
    order(a.minor, b.minor) ||
    order(a.patch, b.patch) ||
    comparePrereleases(a.prerelease, b.prerelease)
  )
}

function comparePrereleases(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return order(other.length, one.length)
  for (const [index, part] of one.entries()) {
    const counterpart = other[index]
    const found = counterpart === undefined ? 1 : compareParts(part, counterpart)
    if (found !== 0) return found
  }
  return order(one.length, other.length)
}

/** Numbers come before words. */
function compareParts(one: string, other: string): number {
  const isNumber = /^\d+$/
  if (isNumber.test(one) && isNumber.test(other)) return order(BigInt(one), BigInt(other))
  if (isNumber.test(one)) return -1
  return isNumber.test(other) ? 1 : order(one, other)
}

function order<T extends bigint | number | string>(one: T, other: T): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function parse(version: string): Version {
  const [, major = '0', minor = '0', patch = '0', prerelease] = SEMVER.exec(version) ?? []
  return {
    major: BigInt(major),
    minor: BigInt(minor),
    patch: BigInt(patch),
    prerelease: prerelease === undefined ? [] : prerelease.split('.'),
  }
}
