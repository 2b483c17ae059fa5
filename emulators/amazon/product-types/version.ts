/** All definitions here are of one making. */
export const definitionVersion = 'U8L4z4Ud95N16tZlR7rsmbQ=='
