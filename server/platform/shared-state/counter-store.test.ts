import { expect, it } from 'vitest'
import { describeWithBothStores } from '#server/testing/shared-state-fixture.ts'
import { postgresCounters, redisCounters } from './request-limiter.ts'

describeWithBothStores({ postgres: postgresCounters, redis: redisCounters }, (open) => {
  const now = Date.now()
  const endsAt = now + 60_000

  it('sums the counts of several processes per window and key', async () => {
    const [one, other] = [open(), open()]
    expect(await one.add([{ key: 'a', endsAt, count: 2 }], now)).toEqual([2])
    const news = [
      { key: "it's b", endsAt, count: 7 },
      { key: 'a', endsAt, count: 3 },
      { key: 'a', endsAt: endsAt + 1, count: 1 },
    ]
    expect(await other.add(news, now)).toEqual([7, 5, 1])
  })

  it('loses no count when many processes add at once in different orders', async () => {
    const keys = Array.from({ length: 500 }, (_, n) => `key ${n}`)
    const add = (round: number) => {
      const news = keys.map((key) => ({ key, endsAt, count: 1 }))
      return open().add(round % 2 === 0 ? news : news.toReversed(), now)
    }
    await Promise.all(Array.from({ length: 8 }, (_, round) => add(round)))
    expect(await add(0)).toEqual(keys.map(() => 9))
  })

  it('deletes counters of past windows', async () => {
    await open().add([{ key: 'brief', endsAt: now + 30, count: 5 }], now)
    await expect
      .poll(async () => {
        await open().add([{ key: 'later', endsAt, count: 1 }], Date.now())
        return open().add([{ key: 'brief', endsAt: now + 30, count: 0 }], now)
      })
      .toEqual([0])
  })
})
