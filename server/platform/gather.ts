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
