import { jsonReply, type Reply } from '../../http/reply.ts'
import type { Refusal } from '../refusal.ts'

export function refusalReply({ status, code, message, details }: Refusal, headers: Record<string, string> = {}): Reply {
  return jsonReply(status, { errors: [{ code, message, details: details ?? '' }] }, headers)
}
