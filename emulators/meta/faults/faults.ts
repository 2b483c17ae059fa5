/** All the ways in which the stand-in can misbehave, for tests to walk. */
export const faultKinds = [
  'throttle',
  'transient',
  'error-500',
  'html-502',
  'hang',
  'drop',
  'drop-after-acting',
  'refuse-token',
  'no-permission',
  'wrong-shape',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type Fault = {
  kind: FaultKind
  /** An operation's name; every one of them when absent. */
  operation?: string
  /** For so many calls; one when absent. */
  next?: number
  /** So many go well before. */
  after?: number
}

export type Faults = {
  add(fault: Fault): void
  clear(): void
  /** What is to go wrong with this call. */
  take(operation: string): FaultKind | null
  /** Those that are still to come. */
  read(): Fault[]
}

export function createFaults(): Faults {
  let pending: Required<Fault>[] = []
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
