import type { FieldError, Problem } from '#contract/errors.ts'

/** The one error of a refused call. `message` is for logs, `detail` is the sentence for the person. */
export class ApiError extends Error {
  readonly status: number
  readonly detail: string
  readonly fields: readonly FieldError[]

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    const problem = readProblem(body)
    this.status = status
    this.detail = problem?.detail ?? defaultMessage(status)
    this.fields = problem?.errors ?? []
  }
}

/** What to tell a person about any failure of a call, a broken connection included. */
export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.detail : 'Lockstep can’t be reached. Check your connection and try again.'
}

function readProblem(body: string): Partial<Problem> | null {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

function defaultMessage(status: number): string {
  if (status === 401) return 'You are signed out. Sign in and try again.'
  if (status === 403) return 'Your role doesn’t allow this. Ask an admin if you need it.'
  if (status === 404) return 'This no longer exists. Reload the page to see what does.'
  if (status === 429) return 'That was too many requests in a short time. Wait a minute and try again.'
  return 'Something went wrong on our side. Nothing was changed; try again in a moment.'
}
