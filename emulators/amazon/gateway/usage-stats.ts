import type { Clock } from '../../clock.ts'

/** Usage of an operation. A violation is a call beyond Amazon's rate limit. */
export type Usage = { requests: number; violations: number; firstAt: string; lastAt: string }

export type Stats = {
  count(operation: string, isViolation: boolean): void
  read(): Record<string, Usage>
  reset(): void
}

export function createStats(clock: Clock): Stats {
  const usages = new Map<string, Usage>()
  return {
    count(operation, isViolation) {
      const now = clock.now().toISOString()
      const usage = usages.get(operation) ?? { requests: 0, violations: 0, firstAt: now, lastAt: now }
      usages.set(operation, {
        ...usage,
        requests: usage.requests + 1,
        violations: usage.violations + (isViolation ? 1 : 0),
        lastAt: now,
      })
    },
    read: () => Object.fromEntries(usages),
    reset: () => usages.clear(),
  }
}
