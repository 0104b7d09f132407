//go:build !purego

#include "textflag.h"

// What is subtracted from a byte, and the most that is left of one of the kind: of
// letters, after their bit for lower case was set, and of digits.
DATA bytes<>+0(SB)/4, $0x20202020
DATA bytes<>+4(SB)/4, $0x61616161
DATA bytes<>+8(SB)/4, $0x19191919
DATA bytes<>+12(SB)/4, $0x30303030
DATA bytes<>+16(SB)/4, $0x09090909
GLOBL bytes<>(SB), RODATA|NOPTR, $20

// KINDS sets three registers to masks of 32 bytes: of what is in lower case if it is a
// letter, of digits and of letters.
#define KINDS(at, LOW, DIGIT, LETTER) \
	VMOVDQU at(SI), Y0; \
	VPSLLW $2, Y0, Y1; \
	VPMOVMSKB Y1, LOW; \
	VPSUBB Y6, Y0, Y1; \
	VPMINUB Y7, Y1, Y2; \
	VPCMPEQB Y1, Y2, Y1; \
	VPMOVMSKB Y1, DIGIT; \
	VPOR Y3, Y0, Y0; \
	VPSUBB Y4, Y0, Y0; \
	VPMINUB Y5, Y0, Y2; \
	VPCMPEQB Y0, Y2, Y0; \
	VPMOVMSKB Y0, LETTER

// func kindsAVX2(b *[64]byte, k *kinds)
TEXT ·kindsAVX2(SB), NOSPLIT, $0-16
	MOVQ b+0(FP), SI
	MOVQ k+8(FP), DI
	VPBROADCASTD bytes<>+0(SB), Y3
	VPBROADCASTD bytes<>+4(SB), Y4
	VPBROADCASTD bytes<>+8(SB), Y5
	VPBROADCASTD bytes<>+12(SB), Y6
	VPBROADCASTD bytes<>+16(SB), Y7
	KINDS(0, AX, BX, CX)
	KINDS(32, R8, R9, R10)
	VZEROUPPER
	SHLQ $32, R8
	SHLQ $32, R9
	SHLQ $32, R10
	ORQ R8, AX
	ORQ R9, BX
	ORQ R10, CX
	MOVQ AX, DX
	ANDQ CX, DX
	NOTQ AX
	ANDQ AX, CX
	MOVQ DX, 0(DI)
	MOVQ CX, 8(DI)
	MOVQ BX, 16(DI)
	RET
