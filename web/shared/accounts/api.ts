import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountChange, Invited } from '#contract/admin.ts'
import { type Role, roleLabels } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { formatCount } from '#web/lib/format-number.ts'
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
  isInvited ? `An invitation is on its way to ${email}` : `${email} can sign in now`

/** Query key of both lists. */
const accountsKey: QueryKey = ['users']

export function useChangeRole(calls: AccountCalls, account: Account) {
  return useAccountMutation((role: Role) => calls.update({ userId: account.id, role }), {
    failure: 'Failed to change the role',
    done: ({ role }) => ({
      title: 'Role Changed',
      description: `${personName(account)} has the role ${roleLabels[role]} now`,
    }),
  })
}

export function useSetActive(calls: AccountCalls, account: Account) {
  const name = personName(account)
  return useAccountMutation((isActive: boolean) => calls.update({ userId: account.id, isActive }), {
    failure: `Failed to ${account.isActive ? 'deactivate' : 'reactivate'} the account`,
    done: ({ isActive }) =>
      isActive
        ? { title: 'Account Reactivated', description: `${name} can sign in again` }
        : { title: 'Account Deactivated', description: `${name} can no longer sign in` },
  })
}

export function useRemoveAccount(calls: AccountCalls, account: Account) {
  return useAccountMutation(() => calls.remove({ userId: account.id }), {
    failure: 'Failed to remove the account',
    done: () => ({ title: 'Account Removed', description: 'Name, email and picture are erased' }),
  })
}

export function useResetSignIn(calls: AccountCalls, account: Account) {
  return useAccountMutation(() => calls.resetSignIn({ userId: account.id }), {
    failure: 'Failed to reset the sign-in',
    done: () => ({
      title: 'Sign-In Reset',
      description: `The next sign-in with ${account.email} takes over the account`,
    }),
  })
}

export function useEndSessions(calls: AccountCalls, account: Account) {
  const name = personName(account)
  return useAccountMutation(() => calls.endSessions({ userId: account.id }), {
    failure: 'Failed to end sessions',
    done: ({ ended }) => {
      if (ended === 0) return { title: 'No Sessions', description: `${name} was not signed in anywhere` }
      const where = ended === undefined ? 'everywhere' : `of ${formatCount(ended, 'session')}`
      return { title: 'Sessions Ended', description: `${name} was signed out ${where}` }
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
      toast({ variant: 'destructive', title: 'Error', description: `${failure}. ${errorMessage(error)}` }),
  })
}
