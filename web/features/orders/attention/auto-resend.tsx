import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fulfillmentApi } from '#contract/fulfillment.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.ts'

const autoResendHint = t(
  'If Amazon hasn’t started by the ship date, cancel the order and resend it once Amazon confirms the cancellation. Nothing ships twice.',
)

/** Company setting: whether stuck orders are cancelled and resubmitted automatically. */
export function AutoResendSwitch() {
  const { role } = useCurrentUser()
  const { data, error, isFetching, refetch } = useFulfillmentSettings()
  const updateAutoResend = useUpdateAutoResend()
  const mayChange = allows(fulfillmentApi.updateSettings.access, role)

  return (
    <Card aria-label={t('Stuck orders')}>
      <CardBody className="grid min-h-44 content-center sm:min-h-28">
        {error && !data && (
          <LoadError
            what={t('The setting for stuck orders')}
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Spinner />}
        {data && (
          <Switch
            label={t('Cancel and resubmit stuck orders automatically')}
            hint={
              mayChange
                ? autoResendHint
                : `${autoResendHint} ${t('Your role is Read Only. Operations and Admin can change this.')}`
            }
            checked={updateAutoResend.isPending ? updateAutoResend.variables : data.healStuckOrders}
            onCheckedChange={(next) => updateAutoResend.mutate(next)}
            disabled={!mayChange}
          />
        )}
      </CardBody>
    </Card>
  )
}

const settingsKey = ['orders', 'fulfillment-settings']

function useFulfillmentSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(fulfillmentApi.settings, {}, { signal }),
  })
}

function useUpdateAutoResend() {
  const queryClient = useQueryClient()
  return useMutation({
    // Mutations of one scope run one after the other, so that the last press wins.
    scope: { id: 'heal-stuck-orders' },
    mutationFn: (healStuckOrders: boolean) => call(fulfillmentApi.updateSettings, { healStuckOrders }),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsKey, settings)
      toast(
        settings.healStuckOrders
          ? { title: t('Turned On'), description: t('Stuck orders are cancelled and resubmitted automatically') }
          : { title: t('Turned Off'), description: t('Stuck orders wait here until someone resubmits them') },
      )
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Error'),
        description: t('Failed to save the setting for stuck orders. {error}', { error: errorMessage(error) }),
      }),
  })
}
