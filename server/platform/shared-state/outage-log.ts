import type { Log } from '../log.ts'

export type OutageLog = {
  failed(error: unknown): void
  worked(): void
  /** The result of the work, or `otherwise` when it fails. */
  orElse<T>(work: () => Promise<T>, otherwise: T): Promise<T>
}

/** Logs an outage once when it begins and once when it ends, however many calls fail in between. */
export function createOutageLog(log: Log, what: string): OutageLog {
  let isUnavailable = false
  const failed = (error: unknown) => {
    if (!isUnavailable) log.warn({ err: error }, `${what} can't be reached: going on without`)
    isUnavailable = true
  }
  const worked = () => {
    if (isUnavailable) log.info(`${what} can be reached again`)
    isUnavailable = false
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
