import { sign, standardKey } from '../signature.ts'

export type Signing = { id: string; at: Date; body: string; secrets: readonly string[] }

/** As the Standard Webhooks convention has it: one signature per good secret, so that a receiver can change over. */
export function signatureHeaders({ id, at, body, secrets }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${sign(standardKey(secret), `${id}.${timestamp}.`, body)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
