import { join } from 'node:path'
import { root } from '../root.ts'
import { startChild, lastLines, openLogFile } from './child.ts'
import type { Secrets } from './secrets.ts'
import type { Shutdown } from './shutdown.ts'

export type Emulator = {
  name: string
  /** What names the outside service; with any of them set the stand-in has no business here. */
  addresses: readonly string[]
  /** How the product is known there. Any other service knows another client, so this goes with the stand-in only. */
  client(secrets: Secrets): Record<string, string>
}

const standIns: Emulator[] = [
  {
    name: 'oidc',
    addresses: ['OIDC_ISSUER_URL'],
    client: ({ OIDC_CLIENT_SECRET }) => ({ OIDC_CLIENT_ID: 'lockstep', OIDC_CLIENT_SECRET }),
  },
  {
    name: 'amazon',
    addresses: ['AMAZON_SP_API_URL', 'AMAZON_LWA_URL', 'AMAZON_SELLER_CENTRAL_URL'],
    client: ({ AMAZON_LWA_CLIENT_SECRET }) => ({
      AMAZON_LWA_CLIENT_ID: 'amzn1.application-oa2-client.lockstep',
      AMAZON_LWA_CLIENT_SECRET,
      AMAZON_APP_ID: 'amzn1.sellerapps.app.lockstep',
    }),
  },
  {
    name: 'meta',
    addresses: ['META_GRAPH_URL'],
    client: ({ META_APP_SECRET }) => ({ META_APP_SECRET }),
  },
  {
    name: 'smtp',
    addresses: ['SMTP_URL'],
    client: () => ({ MAIL_FROM: 'Lockstep <mail@lockstep.test>' }),
  },
  {
    name: 'sms',
    addresses: ['TWILIO_API_URL'],
    client: ({ TWILIO_AUTH_TOKEN }) => ({
      TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
      TWILIO_AUTH_TOKEN,
      TWILIO_FROM: '+12065550100',
    }),
  },
]

export type RunningEmulators = {
  /** The variables that lead to them. */
  variables: Record<string, string>
  /** Where people look at what was sent, by the stand-in's name. */
  inboxes: Record<string, string>
}

/** Those of the outside services that the environment does not name. */
export function findWantedEmulators(given: Record<string, string>): Emulator[] {
  return standIns.filter(({ addresses }) => addresses.every((name) => !given[name]))
}

/** One process runs them all. */
export async function startEmulators(
  wanted: Emulator[],
  env: NodeJS.ProcessEnv,
  dataDir: string,
  logs: string,
  shutdown: Shutdown,
): Promise<RunningEmulators> {
  if (wanted.length === 0) return { variables: {}, inboxes: {} }
  const log = openLogFile(logs, 'stand-ins.log')
  const names = wanted.map(({ name }) => name)
  const child = startChild({
    program: [join(root, 'dist/emulators.mjs'), ...names, '--state', join(dataDir, 'stand-ins')],
    env,
    patience: 3_000,
    onLine: log.write,
  })
  shutdown.defer(child)
  shutdown.watch(child.ended.then((how) => lastLines(`The local stand-ins stopped (${how})`, log)))
  const { urls, inboxes } = (await child.message) as Record<'urls' | 'inboxes', Record<string, string>>
  const variables = Object.fromEntries(
    wanted.flatMap(({ name, addresses }) => addresses.map((variable) => [variable, urls[name] ?? ''] as const)),
  )
  return { variables, inboxes }
}
