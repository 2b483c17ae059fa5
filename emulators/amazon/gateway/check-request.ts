import type { Received } from '../../http/received.ts'
import { invalidInput } from '../refusal.ts'

/** What Amazon asks of every request, whatever the operation. */
export function assertValidRequest({ method, headers, body }: Received): void {
  const agent = headers['user-agent'] ?? ''
  if (agent.length > 500) throw invalidInput('The user-agent header is over 500 characters.')
  if (!/^[^/]+\/\S+ \(.*\bLanguage=[^;)]+.*\)/.test(agent)) {
    throw invalidInput('The user-agent header must look like AppName/Version (Language=Name; Platform=Name).')
  }
  if (method === 'GET' && (body.length > 0 || headers['content-length'] !== undefined)) {
    throw invalidInput('A GET request must have neither a body nor a content-length header.')
  }
}

/** Undefined when none was sent. */
export function parseBody({ headers, body }: Received): unknown {
  if (body.length === 0) return undefined
  if (!headers['content-type']?.startsWith('application/json')) {
    throw invalidInput('The content type of the body must be application/json.')
  }
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw invalidInput('The body is not JSON.')
  }
}
