import type { Clock } from '../../clock.ts'

/** All the ways in which the stand-in can misbehave, for tests to walk. */
export const faultKinds = [
  'throttle',
  'error-500',
  'error-502',
  'error-503',
  'hang',
  'drop',
  'drop-after-acting',
  'late',
  'html-502',
  'html-200',
  'truncated',
  'out-of-order',
  'expire-token',
  'wrong-shape',
  'lost-lwa',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** The token endpoint's name among the operations. It is not meant by '*'. */
export const lwaOperation = 'lwa'

export type Fault = {
  kind: FaultKind
  /** An operation's name; every one of them when absent. */
  operation?: string
  /** For so many calls; one, when neither this nor `seconds` or `every` is given. */
  next?: number
  /** For so long on the stand-in's clock. */
  seconds?: number
  /** Only each n-th call. */
  every?: number
  /** How late a late answer is. */
  delaySeconds?: number
}

export type Faults = {
  add(fault: Fault): void
  clear(): void
  /** What is to go wrong with this call. */
  take(operation: string): Fault | null
  /** Those that are still to come. */
  read(): Fault[]
}

type Pending = { fault: Fault; calls: number; left: number; endsAt: number }

export function createFaults(clock: Clock): Faults {
  let pending: Pending[] = []
  const dropSpent = () => {
    const now = clock.time()
    pending = pending.filter(({ left, endsAt }) => left > 0 && endsAt > now)
  }
  return {
    add(fault) {
      const isUnlimited = fault.seconds !== undefined || fault.every !== undefined
      const left = fault.next ?? (isUnlimited ? Infinity : 1)
      pending.push({ fault, calls: 0, left, endsAt: clock.time() + (fault.seconds ?? Infinity) * 1000 })
    },
    clear() {
      pending = []
    },
    take(operation) {
      dropSpent()
      const due = pending.find((one) => concerns(one.fault, operation) && ++one.calls % (one.fault.every ?? 1) === 0)
      if (!due) return null
      due.left -= 1
      return due.fault
    },
    read() {
      dropSpent()
      return pending.map(({ fault }) => fault)
    },
  }
}

function concerns({ kind, operation = '*' }: Fault, name: string): boolean {
  if (kind === 'lost-lwa') return name === lwaOperation
  return operation === name || (operation === '*' && name !== lwaOperation)
}
