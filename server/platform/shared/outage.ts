import type { Log } from '../log.ts'

export type Outage = {
  failed(error: unknown): void
  worked(): void
  /** The work's answer, or the other one when it fails. */
  orElse<T>(work: () => Promise<T>, otherwise: T): Promise<T>
}

/** Has an outage in the log once when it begins and once when it is over, however many calls it spoils. */
export function createOutage(log: Log, what: string): Outage {
  let isAway = false
  const failed = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, `${what} can't be reached: going on without`)
    isAway = true
  }
  const worked = () => {
    if (isAway) log.info(`${what} can be reached again`)
    isAway = false
  }
  return {
    failed,
    worked,
    async orElse(work, otherwise) {
      try {
        const answer = await work()
        worked()
        return answer
      } catch (error) {
        failed(error)
        return otherwise
      }
    },
  }
}
