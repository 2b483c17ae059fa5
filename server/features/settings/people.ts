import type { z } from 'zod'
import type { AccountChange, Invited } from '#contract/admin.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { PersonInput, PersonRow } from '#contract/settings.ts'
import {
  createAccount,
  endSessionsOf,
  removeAccount,
  resetSignIn,
  updateAccount,
} from '#server/features/auth/accounts.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { listUsersOfCompany } from './queries.ts'

/*
 * The company's own admins manage its people. These calls run inside the company, where row-level security hides every other
 * company's account: an id from elsewhere is not found.
 */

export async function listPeople(ctx: CompanyContext): Promise<PersonRow[]> {
  return ctx.read((tx) => readPeople(tx, ctx))
}

async function readPeople(tx: Tx, { companyId, actor }: CompanyContext): Promise<PersonRow[]> {
  const people = await listUsersOfCompany(tx, companyId)
  const you = actor.type === 'user' ? actor.userId : null
  return people.map(({ lastSeenAt, ...person }) => ({
    ...person,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    isYou: person.id === you,
  }))
}

export async function addPerson(
  ctx: CompanyContext,
  input: z.output<typeof PersonInput>,
): Promise<PersonRow & Invited> {
  return ctx.transaction(async (tx) => {
    const id = await createAccount(tx, ctx, { ...input, companyId: ctx.companyId })
    // One sentence for an account here and elsewhere: it must not tell in which company somebody works.
    if (id === null) {
      throw new AppError('conflict', say('This email address can’t be added. Ask your contact at the provider.'), [
        { field: 'email', message: say('This email address already has an account') },
      ])
    }
    await ctx.publishChange(tx, 'users')
    return { ...(await getPersonOrThrow(tx, ctx, id)), isInvited: ctx.ports.mail !== null }
  })
}

type ByPerson = { userId: string }

export async function updatePerson(
  ctx: CompanyContext,
  { userId, ...change }: ByPerson & AccountChange,
): Promise<PersonRow> {
  return ctx.transaction(async (tx) => {
    await updateAccount(tx, ctx, userId, change)
    await ctx.publishChange(tx, 'users')
    return getPersonOrThrow(tx, ctx, userId)
  })
}

export async function removePerson(ctx: CompanyContext, { userId }: ByPerson): Promise<{ id: string }> {
  return ctx.transaction(async (tx) => {
    await removeAccount(tx, ctx, userId)
    await ctx.publishChange(tx, 'users')
    return { id: userId }
  })
}

export async function resetPersonSignIn(ctx: CompanyContext, { userId }: ByPerson): Promise<{ id: string }> {
  await ctx.transaction((tx) => resetSignIn(tx, ctx, userId))
  return { id: userId }
}

export async function endPersonSessions(ctx: CompanyContext, { userId }: ByPerson): Promise<{ id: string }> {
  await ctx.transaction((tx) => endSessionsOf(tx, ctx, userId))
  return { id: userId }
}

async function getPersonOrThrow(tx: Tx, ctx: CompanyContext, userId: string): Promise<PersonRow> {
  const person = (await readPeople(tx, ctx)).find(({ id }) => id === userId)
  if (!person) throw new AppError('not_found', say('This account doesn’t exist.'))
  return person
}
