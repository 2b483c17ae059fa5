import { useContext, useState } from 'react'
import { TimeZone } from '#web/shared/time-zone.ts'
import type { PromotionDialogProps } from './promotion-dialog-props.ts'
import { CreateDialog } from './create-dialog.tsx'
import { copyOf } from './promotion-fields.ts'

export function CopyDialog({ promotion, onClose }: PromotionDialogProps) {
  const timeZone = useContext(TimeZone)
  const [draft] = useState(() => ({
    values: copyOf(promotion, timeZone),
    description: `A copy of ${promotion.title}: without a code, and inactive until you switch it on.`,
  }))
  return <CreateDialog draft={draft} onClose={onClose} />
}
