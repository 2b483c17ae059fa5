import { setTimeout as sleep } from 'node:timers/promises'
import { apiCallOf, webhookOf, type ShopRequest } from '#server/testing/shop-webhooks.ts'
import { createHistory, type HistoryEntry } from '../invariants/client-history.ts'
import { sendRequest } from '../harness/client-request.ts'
import type { TestSystem } from '../harness/system.ts'
import type { SoldOrder } from '../harness/orders.ts'

export type Delivery = { order: SoldOrder }
export type UserAction = { orderId: string; action: string }
export type Histories = {
  deliveries: readonly HistoryEntry<Delivery>[]
  userActions: readonly HistoryEntry<UserAction>[]
}

const retryPauseMs = 50
/** Between two actions of a user: without it they would use up the processor that the product is to have. */
const actionPauseMs = 50
/** How often a shop without a reliable answer gives up instead of retrying. */
const abandonChance = 0.1

type Random = () => number
export type Clients = ReturnType<typeof createClients>

/** The clients of the product while faults are injected: shops and users. They record every outcome in a history. */
export function createClients(system: TestSystem, random: Random) {
  const deliveries = createHistory<Delivery>()
  const userActions = createHistory<UserAction>()
  const answers = new Map<number, number>()
  const count = (status: number | null) => void (status && answers.set(status, (answers.get(status) ?? 0) + 1))
  const anyProcess = () => system.processes.urls[Math.floor(random() * system.processes.urls.length)] as string

  /** Sends an order as a shop does: retries, at any process, until one acknowledges it. */
  const deliver = (order: SoldOrder) => {
    const request = random() < 0.3 ? apiCallOf(order.shop, order) : webhookOf(order.shop, order)
    return deliveries.record({ order }, () =>
      sendUntilAcknowledged(request, { anyProcess, count, shouldGiveUp: () => random() < abandonChance }),
    )
  }

  /** Sends an order to one process until it acknowledges. */
  const store = (order: SoldOrder, url: string) =>
    deliveries.record({ order }, () =>
      sendUntilAcknowledged(apiCallOf(order.shop, order), { anyProcess: () => url, count, shouldGiveUp: () => false }),
    )

  const act = (orderId: string, action: string) =>
    userActions.record({ orderId, action }, async () => {
      const body = JSON.stringify(action === 'hold' ? { reason: 'Chaos' } : {})
      const path = `/api/orders/${orderId}/${action}`
      return (await sendRequest(anyProcess(), { path, headers: system.browserHeaders, body })).outcome
    })

  /** Picks an order from the list and does one random action with it. */
  const actOnAnyOrder = async () => {
    const { text, outcome } = await sendRequest(
      anyProcess(),
      { path: '/api/orders?limit=50', headers: system.browserHeaders, body: '' },
      'GET',
    )
    const shown = outcome === 'ok' ? (JSON.parse(text) as { id: string }[]) : []
    const order = shown[Math.floor(random() * shown.length)]
    const action = actions[Math.floor(random() * actions.length)] as string
    if (order) await act(order.id, action)
  }

  /** Lets so many users act on orders until `end` is called. */
  const startActing = (people: number) => {
    const over = new AbortController()
    const each = Array.from({ length: people }, async () => {
      while (!over.signal.aborted) {
        await actOnAnyOrder()
        await sleep(actionPauseMs)
      }
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
    /** Number of responses to shops by HTTP status. */
    answers: answers as ReadonlyMap<number, number>,
    store,
    startActing,
    histories: { deliveries: deliveries.entries, userActions: userActions.entries } satisfies Histories,
  }
}

/** What users do with orders; an action that is listed twice is twice as likely. */
const actions = ['acknowledge', 'acknowledge', 'hold', 'release', 'release', 'cancel', 'fulfill', 'fulfill']

/** 401: the clock of the process is shifted, so it takes the signature for an expired one. */
const retryableStatuses = new Set([401, 429, 503])

type SendOptions = { anyProcess: () => string; count: (status: number | null) => void; shouldGiveUp: () => boolean }

async function sendUntilAcknowledged(request: ShopRequest, { anyProcess, count, shouldGiveUp }: SendOptions) {
  for (;;) {
    const { outcome, status, text } = await sendRequest(anyProcess(), request)
    count(status)
    if (outcome === 'ok') return outcome
    if (outcome === 'refused' && !retryableStatuses.has(status ?? 0))
      throw new Error(`${request.path}: ${status} ${text}`)
    if (shouldGiveUp()) return 'unknown'
    await sleep(retryPauseMs)
  }
}
