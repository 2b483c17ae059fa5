import { fulfillmentApi } from '#contract/fulfillment.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useFulfillmentSettings, useUpdateAutoResend } from './api.ts'

const autoResendHint =
  'For orders that Amazon has accepted and not begun to ship by their date. Amazon is asked to cancel; only after it has confirmed the cancellation is the order sent again, so that nothing ships twice.'

/** Whether the watchdog cures by itself what it finds. */
export function AutoResendSwitch() {
  const { role } = useCurrentUser()
  const { data, error, isFetching, refetch } = useFulfillmentSettings()
  const updateAutoResend = useUpdateAutoResend()
  const mayChange = allows(fulfillmentApi.updateSettings.access, role)

  return (
    <Card aria-label="Stuck orders">
      <CardBody className="grid min-h-44 content-center sm:min-h-28">
        {error && !data && (
          <LoadError
            what="What happens to stuck orders"
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Spinner />}
        {data && (
          <Switch
            label="Cancel and resubmit stuck orders automatically"
            hint={
              mayChange
                ? autoResendHint
                : `${autoResendHint} Your role is Read Only: Operations and Admin can change this.`
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
