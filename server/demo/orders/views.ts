import { createView } from '#server/features/saved-views/create-view.ts'
import type { CompanyContext } from '#server/platform/context.ts'

/** What the operator looks at each morning, and shares with the others. */
export async function saveViews(ctx: CompanyContext): Promise<void> {
  await createView(ctx, { name: 'To ship today', filters: { status: 'placed' }, isShared: true })
  await createView(ctx, { name: 'On hold', filters: { flag: 'held' }, isShared: true })
}
