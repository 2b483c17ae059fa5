export type Fault<Kind extends string> = {
  kind: Kind
  /** The operation; all when absent. */
  operation?: string
  /** Number of calls; 1 by default. */
  next?: number
  /** Number of calls that succeed before. */
  after?: number
}

/** Pending faults, in the order they were added. */
export type Faults<Kind extends string> = {
  add(fault: Fault<Kind>): void
  clear(): void
  /** The fault of this call, or null. */
  take(operation: string): Kind | null
  read(): Fault<Kind>[]
}

export function createFaults<Kind extends string>(): Faults<Kind> {
  let pending: Required<Fault<Kind>>[] = []
  return {
    add: ({ kind, operation = '*', next = 1, after = 0 }) => void pending.push({ kind, operation, next, after }),
    clear: () => void (pending = []),
    take(name) {
      const meant = pending.filter(({ operation }) => operation === '*' || operation === name)
      const due = meant.find(({ after }) => after === 0)
      for (const fault of meant) fault.after = Math.max(0, fault.after - 1)
      if (!due) return null
      due.next -= 1
      pending = pending.filter(({ next }) => next > 0)
      return due.kind
    },
    read: () => pending,
  }
}
