type Gathering<Call, Result> = {
  /** Only calls of one group are done together … */
  groupOf(call: Call): string
  /** … and never two that are about the same. */
  subjectOf(call: Call): string
  most: number
  /** Answers each, in their order; when it fails, nothing has been done. */
  doTogether(calls: readonly Call[]): Promise<Result[]>
  /** Whether one of several may be to blame: each is then done by itself. */
  isFaultOfOne(error: unknown): boolean
}

type Waiting<Call, Result> = { call: Call; resolve(result: Result): void; reject(error: unknown): void }

/**
 * For calls that would stand in a queue for the same lock anyway: those that come while others are under way are done
 * together once these are done. Whoever comes alone waits for nobody.
 */
export function gather<Call, Result>(gathering: Gathering<Call, Result>): (call: Call) => Promise<Result> {
  const queues = new Map<string, Waiting<Call, Result>[]>()

  const settle = async (some: readonly Waiting<Call, Result>[]): Promise<void> => {
    try {
      const results = await gathering.doTogether(some.map(({ call }) => call))
      results.forEach((result, at) => some[at]?.resolve(result))
    } catch (error) {
      if (some.length > 1 && gathering.isFaultOfOne(error)) for (const one of some) await settle([one])
      else for (const { reject } of some) reject(error)
    }
  }

  const takeSome = (queue: Waiting<Call, Result>[]): Waiting<Call, Result>[] => {
    const bySubject = new Map<string, Waiting<Call, Result>>()
    for (const one of queue) {
      const subject = gathering.subjectOf(one.call)
      if (!bySubject.has(subject) && bySubject.size < gathering.most) bySubject.set(subject, one)
    }
    const some = new Set(bySubject.values())
    queue.splice(0, queue.length, ...queue.filter((one) => !some.has(one)))
    return [...some]
  }

  const work = async (group: string, queue: Waiting<Call, Result>[]): Promise<void> => {
    while (queue.length > 0) await settle(takeSome(queue))
    queues.delete(group)
  }

  return (call) =>
    new Promise((resolve, reject) => {
      const group = gathering.groupOf(call)
      const queue = queues.get(group)
      if (queue) return void queue.push({ call, resolve, reject })
      const fresh = [{ call, resolve, reject }]
      queues.set(group, fresh)
      void work(group, fresh)
    })
}
