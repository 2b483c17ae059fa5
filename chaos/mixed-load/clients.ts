import { setTimeout as sleep } from 'node:timers/promises'
import { apiCallOf, webhookOf, type ShopRequest } from '#server/testing/shop-webhooks.ts'
import { openHistory, type Entry } from '../invariants/client-history.ts'
import { ask } from '../harness/client-request.ts'
import type { TestSystem } from '../harness/system.ts'
import type { Sold } from '../harness/orders.ts'

export type Delivery = { order: Sold }
export type Act = { orderId: string; action: string }
export type Histories = {
  deliveries: readonly Entry<Delivery>[]
  acts: readonly Entry<Act>[]
}

const pause = 50
/** So often a shop that hears nothing reliable gives up, as one with a bad memory does. */
const shareGivenUp = 0.1

type Random = () => number
export type Clients = ReturnType<typeof openClients>

/** Everybody who wants something of the product while it is disturbed. They note what they were told. */
export function openClients(world: TestSystem, random: Random) {
  const deliveries = openHistory<Delivery>()
  const acts = openHistory<Act>()
  const answers = new Map<number, number>()
  const count = (status: number | null) => void (status && answers.set(status, (answers.get(status) ?? 0) + 1))
  const anywhere = () => world.processes.urls[Math.floor(random() * world.processes.urls.length)] as string

  /** Sends as a shop does: again, to whichever process answers, until one has said that it has it. */
  const deliver = (order: Sold) => {
    const request = random() < 0.3 ? apiCallOf(order.shop, order) : webhookOf(order.shop, order)
    return deliveries.note({ order }, () =>
      insist(request, { anywhere, count, givesUp: () => random() < shareGivenUp }),
    )
  }

  /** Hands an order to one process until it has it. */
  const store = (order: Sold, url: string) =>
    deliveries.note({ order }, () =>
      insist(apiCallOf(order.shop, order), { anywhere: () => url, count, givesUp: () => false }),
    )

  const act = (orderId: string, action: string) =>
    acts.note({ orderId, action }, async () => {
      const body = JSON.stringify(action === 'hold' ? { reason: 'Chaos' } : {})
      const path = `/api/orders/${orderId}/${action}`
      return (await ask(anywhere(), { path, headers: world.browserHeaders, body })).told
    })

  /** Picks an order that is shown and does something to it, once. */
  const meddle = async () => {
    const { text, told } = await ask(
      anywhere(),
      { path: '/api/orders?limit=50', headers: world.browserHeaders, body: '' },
      'GET',
    )
    const shown = told === 'ok' ? (JSON.parse(text) as { id: string }[]) : []
    const order = shown[Math.floor(random() * shown.length)]
    const action = actions[Math.floor(random() * actions.length)] as string
    if (order) await act(order.id, action)
  }

  /** So many people meddle until told to stop. */
  const keepMeddling = (people: number) => {
    const over = new AbortController()
    const each = Array.from({ length: people }, async () => {
      while (!over.signal.aborted) await meddle()
    })
    return {
      async end(): Promise<void> {
        over.abort()
        await Promise.all(each)
      },
    }
  }

  return {
    deliver,
    /** How often shops were answered so. */
    answers: answers as ReadonlyMap<number, number>,
    store,
    keepMeddling,
    histories: { deliveries: deliveries.entries, acts: acts.entries } satisfies Histories,
  }
}

/** What people do to orders; the more often a word stands here, the more often they do it. */
const actions = ['acknowledge', 'acknowledge', 'hold', 'release', 'release', 'cancel', 'fulfill', 'fulfill']

/** 401: the clock of who was asked is wrong, so it takes a signature for an old one. */
const worthAnotherTry = new Set([401, 429, 503])

type Insisting = { anywhere: () => string; count: (status: number | null) => void; givesUp: () => boolean }

async function insist(request: ShopRequest, { anywhere, count, givesUp }: Insisting) {
  for (;;) {
    const { told, status, text } = await ask(anywhere(), request)
    count(status)
    if (told === 'ok') return told
    if (told === 'refused' && !worthAnotherTry.has(status ?? 0)) throw new Error(`${request.path}: ${status} ${text}`)
    if (givesUp()) return 'unknown'
    await sleep(pause)
  }
}
