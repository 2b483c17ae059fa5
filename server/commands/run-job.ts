import { formatMessage } from '#contract/i18n.ts'
import { z } from 'zod'
import { openDeps } from '#server/deps.ts'
import { companyContext, noOrigin, platformContext, type Deps } from '#server/platform/context.ts'
import type { Config } from '#server/platform/config.ts'
import type { AnyHandler } from '#server/platform/worker/run-attempt.ts'
import type { Jobs } from '#server/platform/jobs/definition.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { handlers } from '#server/worker.ts'

type Print = (line: string) => void

/** `npm run job`: runs one job now, in this process, and prints its result; without a name it lists them. */
export async function runJobCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const [name, json = '{}'] = args
  if (name === undefined) {
    for (const line of describeJobs(catalog)) print(line)
    return
  }
  const deps = await openDeps(config, 'job')
  try {
    print(JSON.stringify(await runJob(deps, catalog, handlers, name, json), null, 2))
  } finally {
    await deps.close()
  }
}

function describeJobs(jobs: Jobs): string[] {
  const width = Math.max(...Object.keys(jobs).map((name) => name.length))
  return Object.entries(jobs).map(([name, { title, scope }]) => {
    const hint = scope === 'company' ? ' (name the company: {"companyId": "…"})' : ''
    return `${name.padEnd(width)}  ${formatMessage(title)}${hint}`
  })
}

const CompanyOf = z.looseObject({ companyId: z.uuid('name the company: {"companyId": "…"}') })

async function runJob(
  deps: Deps,
  jobs: Jobs,
  handlerOf: Record<string, AnyHandler>,
  name: string,
  json: string,
): Promise<object> {
  const definition = jobs[name]
  const handler = handlerOf[name]
  if (!definition || !handler) throw new Error(`There is no job called ${name}. npm run job lists them.`)
  const caller = { actor: { type: 'system', name: 'npm run job' } as const, origin: noOrigin }
  const input: unknown = JSON.parse(json)
  if (definition.scope === 'platform') {
    return (await handler(platformContext(deps, caller) as never, definition.payload.parse(input) as never)) ?? {}
  }
  const { companyId, ...payload } = CompanyOf.parse(input)
  return (
    (await handler(companyContext(deps, caller, companyId) as never, definition.payload.parse(payload) as never)) ?? {}
  )
}
