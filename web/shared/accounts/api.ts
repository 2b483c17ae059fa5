import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountChange, Invited } from '#contract/admin.ts'
import { t } from '#contract/i18n.ts'
import { type Role, roleLabels } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { personName } from '#web/shared/people.tsx'
import { toast } from '#web/ui/toast.ts'

/** An account as both lists have it: the Admin Panel's of all companies and the settings' of one. */
export type Account = {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
  isActive: boolean
}

/** The calls of one of the two lists. */
export type AccountCalls = {
  update: (input: { userId: string } & AccountChange) => Promise<Account>
  remove: (input: { userId: string }) => Promise<unknown>
  resetSignIn: (input: { userId: string }) => Promise<unknown>
  /** `ended` is the number of sessions, where the call counts them. */
  endSessions: (input: { userId: string }) => Promise<{ ended?: number }>
}

export const accountCreatedText = ({ email, isInvited }: Pick<Account, 'email'> & Invited): string =>
  isInvited ? t('Invitation sent to {email}', { email }) : t('{email} can sign in now', { email })

/** Query key of both lists. */
const accountsKey: QueryKey = ['users']

export function useChangeRole(calls: AccountCalls, account: Account) {
  return useAccountMutation((role: Role) => calls.update({ userId: account.id, role }), {
    failure: t('Failed to change the role'),
    done: ({ role }) => ({
      title: t('Role Changed'),
      description: t('{name} now has the role {role}', { name: personName(account), role: roleLabels[role] }),
    }),
  })
}

export function useSetActive(calls: AccountCalls, account: Account) {
  const name = personName(account)
  return useAccountMutation((isActive: boolean) => calls.update({ userId: account.id, isActive }), {
    failure: account.isActive ? t('Failed to deactivate the account') : t('Failed to reactivate the account'),
    done: ({ isActive }) =>
      isActive
        ? { title: t('Account Reactivated'), description: t('{name} can sign in again', { name }) }
        : { title: t('Account Deactivated'), description: t('{name} can no longer sign in', { name }) },
  })
}

export function useRemoveAccount(calls: AccountCalls, account: Account) {
  return useAccountMutation(() => calls.remove({ userId: account.id }), {
    failure: t('Failed to remove the account'),
    done: () => ({ title: t('Account Removed'), description: t('Name, email and picture have been erased') }),
  })
}

export function useResetSignIn(calls: AccountCalls, account: Account) {
  return useAccountMutation(() => calls.resetSignIn({ userId: account.id }), {
    failure: t('Failed to reset the sign-in'),
    done: () => ({
      title: t('Sign-In Reset'),
      description: t('The next sign-in with {email} will take over the account', { email: account.email }),
    }),
  })
}

export function useEndSessions(calls: AccountCalls, account: Account) {
  const name = personName(account)
  return useAccountMutation(() => calls.endSessions({ userId: account.id }), {
    failure: t('Failed to end sessions'),
    done: ({ ended }) => {
      if (ended === 0) return { title: t('No Sessions'), description: t('{name} wasn’t signed in anywhere', { name }) }
      const description =
        ended === undefined
          ? t('{name} was signed out everywhere', { name })
          : t('{name} was signed out of {ended, plural, one {# session} other {# sessions}}', { name, ended })
      return { title: t('Sessions Ended'), description }
    },
  })
}

type Outcome<Reply> = {
  /** "Failed to change the role" */
  failure: string
  done: (reply: Reply) => { title: string; description: string }
}

function useAccountMutation<Input, Reply>(change: (input: Input) => Promise<Reply>, { failure, done }: Outcome<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (reply) => {
      toast(done(reply))
      return queryClient.invalidateQueries({ queryKey: accountsKey })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: t('Error'), description: `${failure}. ${errorMessage(error)}` }),
  })
}
