import { setTimeout as sleep } from 'node:timers/promises'
import { apiCallOf } from '#server/testing/shop-webhooks.ts'
import type { Sold } from '../mixed-load/orders.ts'
import { ask } from '../world/ask.ts'
import type { TestSystem } from '../world/open-world.ts'

const lanes = 8
const patience = 300_000

export type Load = ReturnType<typeof openLoad>

/** Shops that hand over one order after the other, whatever they are answered, until they are stopped. */
export function openLoad(world: TestSystem, orders: readonly Sold[], random: () => number) {
  const waiting = [...orders]
  const acknowledged: string[] = []
  let isOver = false
  let pause = Promise.resolve()
  const sell = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) {
      await pause
      if (isOver) return
      const { urls } = world.processes
      const url = urls[Math.floor(random() * urls.length)] as string
      const { told } = await ask(url, apiCallOf(order.shop, order))
      if (told === 'ok') acknowledged.push(order.externalOrderId)
    }
  }
  const selling = Promise.all(Array.from({ length: lanes }, sell))
  return {
    /** Orders that somebody was told are taken. */
    acknowledged: () => [...acknowledged],
    async untilAcknowledged(count: number): Promise<void> {
      const deadline = Date.now() + patience
      while (acknowledged.length < count) {
        if (waiting.length === 0 || Date.now() > deadline)
          throw new Error(`Only ${acknowledged.length} orders were taken`)
        await sleep(20)
      }
    },
    /** Shops hold their breath; whatever the product has been told already goes on. */
    async pausedWhile<T>(work: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<void>()
      pause = promise
      try {
        return await work()
      } finally {
        resolve()
      }
    },
    async stop(): Promise<void> {
      isOver = true
      await selling
    },
  }
}
