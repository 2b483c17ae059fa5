import { useMutation, useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ComponentProps } from 'react'
import { t } from '#contract/i18n.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { ConnectedButton } from './amazon-connection.tsx'

type SyncInventoryProps = Pick<ComponentProps<typeof ConnectedButton>, 'variant'> & { label?: string }

export function SyncInventory({ label = t('Sync Inventory'), variant = 'primary' }: SyncInventoryProps) {
  const syncInventory = useSyncInventory()
  return (
    <ConnectedButton
      access={marketplaceApi.syncInventory.access}
      task={t('start a sync')}
      variant={variant}
      isPending={syncInventory.isPending}
      onClick={() => syncInventory.mutate()}
    >
      <RefreshCw aria-hidden />
      {label}
    </ConnectedButton>
  )
}

/** Milliseconds until the sync has written its first numbers. */
const refetchDelay = 2000

export function useSyncInventory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(marketplaceApi.syncInventory, {}),
    onSuccess: () => {
      toast({ title: t('Sync Started'), description: t('Inventory sync has been initiated') })
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['inventory'] }), refetchDelay)
      return queryClient.invalidateQueries({ queryKey: ['marketplace'] })
    },
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: t('Sync Failed'),
        description: t('Failed to start inventory sync. {error}', { error: errorMessage(error) }),
      })
    },
  })
}
