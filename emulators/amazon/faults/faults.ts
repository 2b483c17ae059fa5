import type { Clock } from '../../clock.ts'

/** All kinds of faults that tests can inject. */
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

/** Name of the token endpoint among the operations. '*' does not include it. */
export const lwaOperation = 'lwa'

export type Fault = {
  kind: FaultKind
  /** Name of the operation; all operations when absent. */
  operation?: string
  /** Number of calls; 1 when `next`, `seconds` and `every` are all absent. */
  next?: number
  /** Duration on the emulator's clock. */
  seconds?: number
  /** Strikes only every n-th call. */
  every?: number
  /** Delay of the kind `late`. */
  delaySeconds?: number
}

export type Faults = {
  add(fault: Fault): void
  clear(): void
  /** The fault of this call, or null. */
  take(operation: string): Fault | null
  /** Faults that are still pending. */
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
