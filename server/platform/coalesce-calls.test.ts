import { expect, it } from 'vitest'
import { coalesceCalls } from './concurrency.ts'

type Call = { group: string; subject: string }

/** Notes what is done together; `hold` keeps the first from ending. */
function open(most = 3) {
  const done: string[][] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const call = coalesceCalls<Call, string>({
    groupOf: ({ group }) => group,
    subjectOf: ({ subject }) => subject,
    batchSize: most,
    async runBatch(calls) {
      const subjects = calls.map(({ subject }) => subject)
      if (subjects.includes('hold')) await held
      if (subjects.includes('outage')) throw new Error('outage')
      if (subjects.includes('poison')) throw new Error('poison')
      done.push(subjects)
      return subjects.map((subject) => `${subject} done`)
    },
    isCausedByOneCall: (error) => (error as Error).message === 'poison',
  })
  const many = (...subjects: string[]) => Promise.allSettled(subjects.map((subject) => call({ group: 'one', subject })))
  return { call, many, done, release }
}

const outcomes = (settled: PromiseSettledResult<string>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))

it('a single call runs at once, and calls that arrive meanwhile run as one batch up to its limit', async () => {
  const { many, done, release } = open()
  const all = many('hold', 'a', 'b', 'c', 'd')
  release()
  expect(outcomes(await all)).toEqual(['hold done', 'a done', 'b done', 'c done', 'd done'])
  expect(done).toEqual([['hold'], ['a', 'b', 'c'], ['d']])
})

it('a batch contains neither calls of another group nor two of the same subject', async () => {
  const { call, many, done, release } = open()
  const all = many('hold', 'a', 'a', 'b')
  expect(await call({ group: 'other', subject: 'x' })).toBe('x done')
  release()
  expect(outcomes(await all)).toEqual(['hold done', 'a done', 'a done', 'b done'])
  expect(done).toEqual([['x'], ['hold'], ['a', 'b'], ['a']])
})

it('a call that causes the error fails alone, an outage fails all calls', async () => {
  const { many, done, release } = open()
  const all = many('hold', 'a', 'poison', 'b')
  release()
  expect(outcomes(await all)).toEqual(['hold done', 'a done', 'poison', 'b done'])
  expect(done).toEqual([['hold'], ['a'], ['b']])
  const again = open()
  const rest = again.many('hold', 'a', 'outage', 'b')
  again.release()
  expect(outcomes(await rest)).toEqual(['hold done', 'outage', 'outage', 'outage'])
  expect(again.done).toEqual([['hold']])
})
