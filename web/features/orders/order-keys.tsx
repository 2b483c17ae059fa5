import { Suspense, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { stepAccess } from '#contract/order-row.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import type { OrderSubject } from '#web/shared/orders/api.ts'
import { dialogObstacles, orderDialogs } from '#web/shared/orders/order-dialogs.ts'
import { toast } from '#web/ui/toast.ts'

type KeyDialog = 'fulfill' | 'ship' | 'hold'

/** The keys f and h open the dialogs of one order. Where the order or the role does not allow it, a toast says why. */
export function useOrderKeys() {
  const { role } = useCurrentUser()
  const [open, setOpen] = useState<{ name: KeyDialog; order: OrderSubject } | null>(null)
  const Dialog = open && orderDialogs[open.name]

  function show(name: KeyDialog, order: OrderSubject) {
    const obstacle = allows(stepAccess, role)
      ? dialogObstacles[name](order, new Date())
      : t('Operations and Admin can change orders.')
    if (obstacle === null) setOpen({ name, order })
    else toast({ title: name === 'hold' ? t('Not Put on Hold') : t('Not Sent'), description: obstacle })
  }

  return {
    fulfill: (order: OrderSubject) => show(order.needsOwnShipping ? 'ship' : 'fulfill', order),
    hold: (order: OrderSubject) => show('hold', order),
    dialog: <Suspense>{open && Dialog && <Dialog order={open.order} onClose={() => setOpen(null)} />}</Suspense>,
  }
}
