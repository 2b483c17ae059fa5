import { availableParallelism } from 'node:os'

type SemaphoreOptions = {
  atOnce: number
  /** How many may stand in line, and what whoever comes after them is told; by itself anybody waits. */
  queueLimit?: number
  queueFull?: () => Error
}

/** At most `atOnce` run at a time, the others in the order in which they came. */
export function createSemaphore({ atOnce, queueLimit = Infinity, queueFull }: SemaphoreOptions) {
  const queue: (() => void)[] = []
  let running = 0

  async function acquire(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queueFull && queue.length >= queueLimit) throw queueFull()
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /** The place goes to the next in line without becoming free in between. */
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

/** The same for each company by itself: none waits for another. */
export function createCompanySemaphores({ atOnce }: Pick<SemaphoreOptions, 'atOnce'>) {
  const companies = new Map<string, { inTurn: ReturnType<typeof createSemaphore>; users: number }>()

  return async function withCompanyPermit<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    const company = companies.get(companyId) ?? { inTurn: createSemaphore({ atOnce }), users: 0 }
    companies.set(companyId, company)
    company.users += 1
    try {
      return await company.inTurn(work)
    } finally {
      company.users -= 1
      if (company.users === 0) companies.delete(companyId)
    }
  }
}

/**
 * For work that keeps a core busy for seconds: a batch of a sync, a file of products, a report. A company has only so much of
 * it under way in this process that one core is left to everybody else's calls; the rest waits, holding nothing. Never
 * inside a transaction, nor inside another such turn: it might wait for itself.
 */
export const withHeavySlot = createCompanySemaphores({ atOnce: Math.max(1, availableParallelism() - 1) })

/** Works through all, so many side by side. A lane that fails ends alone: nothing is left in the middle of a call. */
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
  /** Only calls of one group are done together … */
  groupOf(call: Call): string
  /** … and never two that are about the same. */
  subjectOf(call: Call): string
  batchSize: number
  /** Answers each, in their order; when it fails, nothing has been done. */
  runBatch(calls: readonly Call[]): Promise<Result[]>
  /** Whether one of several may be to blame: each is then done by itself. */
  isCausedByOneCall(error: unknown): boolean
}

type PendingCall<Call, Result> = { call: Call; resolve(result: Result): void; reject(error: unknown): void }

/**
 * For calls that would stand in a queue for the same lock anyway: those that come while others are under way are done
 * together once these are done. Whoever comes alone waits for nobody.
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
