/** Whether a text says that a file goes along with it: in Chinese and in English, whatever language the page speaks. */

const chinese =
  /附件|附檔|附档|见附|見附|附上|附送|附去|附呈|附寄|随附|隨附|随信附|另附|内附|內附|所附|附图|附圖|附表|附文|已附|(?:文件|资料|資料|照片|合同|简历|簡歷)(?:在|已)?附/u
const english =
  /\battach(?:ed|ing|ments?|es)?\b|\benclos(?:ed|ing|ures?)\b|\bhere(?:'s|’s| is| are) (?:the|my|our) (?:files?|documents?|pdf|invoice|slides|report|résumé|resume|cv)\b/iu

/** What says that there is none, and words that only look alike. */
const denials =
  /(?:没有|沒有|没|沒|無|无|不带|不帶|不含|无需|無需|不需要|不用|不要)(?:任何|其他|其它)?附件|\b(?:no|without|any)(?: an| any| the| further| other)* attachments?\b|(?:\b(?:not|never)|n['’]t) attach(?:ed|ing)?\b|\battach(?:é|ment (?:theory|style))|\battached to (?:you|him|her|them|us|each other|one another)\b/giu

export function mentionsAttachment(text: string): boolean {
  const asserted = text.replace(denials, ' ')
  return chinese.test(asserted) || english.test(asserted)
}
