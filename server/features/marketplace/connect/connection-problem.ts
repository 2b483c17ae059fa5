import type { ConnectionFailure } from '#contract/marketplace-values.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'

/** Why an account could not be connected: a word for the page, a sentence for the log. */
export class ConnectionProblem extends Error {
  readonly reason: ConnectionFailure

  constructor(reason: ConnectionFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'ConnectionProblem'
    this.reason = reason
  }
}

/** What Amazon's answers mean while an account is being connected; anything else is a fault of ours and stays as it is. */
export function toConnectionProblem(error: unknown): unknown {
  if (error instanceof Unavailable) return new ConnectionProblem('network', 'Amazon did not answer', { cause: error })
  if (error instanceof Rejected || error instanceof Unauthorized) {
    return new ConnectionProblem('refused', 'Amazon refused the connection', { cause: error })
  }
  return error
}
