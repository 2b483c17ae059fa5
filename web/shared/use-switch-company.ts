import { useMutation } from '@tanstack/react-query'
import { authApi } from '#contract/auth.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** The shell refetches everything once the session names another company. */
export function useSwitchCompany() {
  const { adopt } = useSession()
  return useMutation({
    mutationFn: (companyId: string) => call(authApi.switchCompany, { companyId }),
    onSuccess: (user) => {
      adopt(user)
      toast({ title: 'Company Switched', description: `You now work in ${user.companyName}` })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Switch Failed', description: errorMessage(error) })
    },
  })
}
