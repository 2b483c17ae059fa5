import { useContext, useState } from 'react'
import { TimeZone } from '#web/shared/time-zone.ts'
import type { PromotionDialogProps } from './promotion-dialog-props.ts'
import { CreatePromotionDialog } from './create-dialog.tsx'
import { toCopyValues } from './promotion-fields.ts'

export function CopyPromotionDialog({ promotion, onClose }: PromotionDialogProps) {
  const timeZone = useContext(TimeZone)
  const [draft] = useState(() => ({
    values: toCopyValues(promotion, timeZone),
    description: `A copy of ${promotion.title}: without a code, and inactive until you switch it on.`,
  }))
  return <CreatePromotionDialog draft={draft} onClose={onClose} />
}
