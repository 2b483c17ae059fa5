import { join } from 'node:path'
import type { SmtpOptions } from './start-smtp.ts'

export const smtpFlags = {
  port: { type: 'string' },
  'inbox-port': { type: 'string' },
  state: { type: 'string' },
} as const

type SmtpFlags = { [name in keyof typeof smtpFlags]?: string | undefined }

export function readSmtpSettings(flags: SmtpFlags): SmtpOptions {
  return {
    port: Number(flags.port ?? 0),
    inboxPort: Number(flags['inbox-port'] ?? 0),
    ...(flags.state ? { stateFile: join(flags.state, 'smtp.json') } : {}),
  }
}
