import { describe, expect, it } from 'vitest'
import { RowError } from './database.ts'
import type { Entry } from './entry.ts'
import { GroupCommit } from './group-commit.ts'

/** A store that does what it is told to, and remembers what it was told. */
function fakeStore() {
  const batches: string[][] = []
  let failure: Error | undefined
  let isHeld = false
  let release = (): void => undefined
  const append = async (entries: readonly Entry[]): Promise<readonly string[]> => {
    if (isHeld) await new Promise<void>((resolve) => (release = resolve))
    const names = entries.map((entry) => (entry.kind === 'abandon' ? `abandon ${entry.stepId}` : entry.step.stepId))
    if (names.some((name) => name.startsWith('bad'))) throw new RowError('no')
    if (failure !== undefined) throw failure
    batches.push(names)
    return names.filter((name) => name.startsWith('lost'))
  }
  return {
    batches,
    commit: new GroupCommit(append),
    fail: (error?: Error) => void (failure = error),
    hold: () => void (isHeld = true),
    release: () => {
      isHeld = false
      release()
    },
  }
}

const entry = (stepId: string): (() => Entry) => {
  const step = { stepId, traceId: 't', principal: 'p' }
  return () => ({ kind: 'close', step }) as Entry
}

describe('a group commit', () => {
  it('stores what somebody waits for at once, and what came meanwhile together', async () => {
    const { commit, batches, hold, release } = fakeStore()
    hold()
    const all = ['a', 'b', 'c'].map((id) => commit.store('close', id, entry(id)))
    release()
    await Promise.all(all)
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  it('keeps what nobody waits for until there are fifty, a while has passed, or somebody wants to read', async () => {
    const { commit, batches } = fakeStore()
    for (let made = 0; made < 49; made += 1) commit.add('close', `s${made}`, entry(`s${made}`))
    await Promise.resolve()
    expect(batches).toEqual([])
    commit.add('close', 's49', entry('s49'))
    await commit.flush()
    expect(batches.map(({ length }) => length)).toEqual([50])
    commit.add('close', 'late', entry('late'))
    await expect.poll(() => batches.length, { timeout: 2000 }).toBe(2)
  })

  it('refuses what no store could take, and stores the rest', async () => {
    const { commit, batches, hold, release } = fakeStore()
    hold()
    const first = commit.store('close', 'first', entry('first'))
    const rest = ['a', 'bad', 'c'].map((id) => commit.store('close', id, entry(id)))
    release()
    await first
    const ends = await Promise.allSettled(rest)
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(batches.flat()).toEqual(['first', 'a', 'c'])
    commit.assertReady()
  })

  it('takes no calls while the store is down, and stores what has happened once it is back', async () => {
    const { commit, batches, fail } = fakeStore()
    fail(new Error('ECONNREFUSED 10.0.0.5:5432'))
    await expect(commit.store('open', 'opened', entry('opened'))).rejects.toThrow('the store is not available')
    await expect(commit.store('close', 'happened', entry('happened'))).rejects.toThrow('the store is not available')
    expect(() => commit.assertReady()).toThrow(/^the store is not available$/)
    fail(undefined)
    await expect.poll(() => batches, { timeout: 5000 }).toEqual([['abandon opened', 'happened']])
    commit.assertReady()
  })

  it('tells a writer whose step somebody else has closed', async () => {
    const { commit } = fakeStore()
    await expect(commit.store('close', 'lost1', entry('lost1'))).rejects.toThrow('taken for dead')
  })

  it('answers everybody when it is stopped', async () => {
    const { commit, hold } = fakeStore()
    hold()
    void commit.store('close', 'a', entry('a')).catch(() => undefined)
    const waiting = commit.store('close', 'b', entry('b'))
    commit.stop()
    await expect(waiting).rejects.toThrow('closed')
    await expect(commit.store('close', 'c', entry('c'))).rejects.toThrow('closed')
  })
})
