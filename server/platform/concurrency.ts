import { availableParallelism } from 'node:os'

type SemaphoreOptions = {
  limit: number
  /** How many callers may wait, and the error for the next one; without `queueFull` everybody waits. */
  queueLimit?: number
  queueFull?: () => Error
}

/** A semaphore: at most `limit` calls run at a time, the others wait in first-in, first-out order. */
export function createSemaphore({ limit, queueLimit = Infinity, queueFull }: SemaphoreOptions) {
  const queue: (() => void)[] = []
  let running = 0

  async function acquire(): Promise<void> {
    if (running < limit) {
      running += 1
      return
    }
    if (queueFull && queue.length >= queueLimit) throw queueFull()
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /** Hands the permit to the next waiting caller without freeing it in between. */
  function release(): void {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return async function withPermit<T>(work: () => Promise<T>): Promise<T> {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}

/** A semaphore per key (a company, a client network), so that none waits for another. */
export function createKeyedSemaphores({ limit }: Pick<SemaphoreOptions, 'limit'>) {
  const inUse = new Map<string, { withPermit: ReturnType<typeof createSemaphore>; users: number }>()

  return async function withKeyPermit<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = inUse.get(key) ?? { withPermit: createSemaphore({ limit }), users: 0 }
    inUse.set(key, own)
    own.users += 1
    try {
      return await own.withPermit(work)
    } finally {
      own.users -= 1
      if (own.users === 0) inUse.delete(key)
    }
  }
}

/**
 * Limits CPU-heavy work (a batch of a sync, a product file, a report) per company and process, so that one core stays free for
 * other requests. Callers wait without holding anything. Never call it inside a transaction or inside another heavy slot: that
 * could deadlock.
 */
export const withHeavySlot = createKeyedSemaphores({ limit: Math.max(1, availableParallelism() - 1) })

/** Calls `work` for each item, at most `lanes` at a time. When one lane fails the others finish first; then the error is thrown. */
export async function mapConcurrent<T>(
  lanes: number,
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const queue = [...all]
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next)
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

type CoalesceOptions<Call, Result> = {
  /** Only calls of the same group are batched … */
  groupOf(call: Call): string
  /** … and never two with the same subject. */
  subjectOf(call: Call): string
  batchSize: number
  /** Returns one result per call, in order; when it throws, nothing has been done. */
  runBatch(calls: readonly Call[]): Promise<Result[]>
  /** Whether a single call may have caused the error: then each call is repeated alone. */
  isCausedByOneCall(error: unknown): boolean
}

type PendingCall<Call, Result> = { call: Call; resolve(result: Result): void; reject(error: unknown): void }

/**
 * Coalesces calls that would wait for the same lock anyway: calls that arrive while others run are done as one batch afterwards.
 * A call that arrives alone runs at once.
 */
export function coalesceCalls<Call, Result>(options: CoalesceOptions<Call, Result>): (call: Call) => Promise<Result> {
  const queues = new Map<string, PendingCall<Call, Result>[]>()

  const runPending = async (some: readonly PendingCall<Call, Result>[]): Promise<void> => {
    try {
      const results = await options.runBatch(some.map(({ call }) => call))
      results.forEach((result, at) => some[at]?.resolve(result))
    } catch (error) {
      if (some.length > 1 && options.isCausedByOneCall(error)) for (const one of some) await runPending([one])
      else for (const { reject } of some) reject(error)
    }
  }

  const takeBatch = (queue: PendingCall<Call, Result>[]): PendingCall<Call, Result>[] => {
    const bySubject = new Map<string, PendingCall<Call, Result>>()
    for (const one of queue) {
      const subject = options.subjectOf(one.call)
      if (!bySubject.has(subject) && bySubject.size < options.batchSize) bySubject.set(subject, one)
    }
    const some = new Set(bySubject.values())
    queue.splice(0, queue.length, ...queue.filter((one) => !some.has(one)))
    return [...some]
  }

  const work = async (group: string, queue: PendingCall<Call, Result>[]): Promise<void> => {
    while (queue.length > 0) await runPending(takeBatch(queue))
    queues.delete(group)
  }

  return (call) =>
    new Promise((resolve, reject) => {
      const group = options.groupOf(call)
      const queue = queues.get(group)
      if (queue) return void queue.push({ call, resolve, reject })
      const fresh = [{ call, resolve, reject }]
      queues.set(group, fresh)
      void work(group, fresh)
    })
}
