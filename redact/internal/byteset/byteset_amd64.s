//go:build !purego

#include "textflag.h"

// A bit for each upper half of an ASCII byte, and none for those of the others.
DATA bits<>+0(SB)/8, $0x8040201008040201
DATA bits<>+8(SB)/8, $0
GLOBL bits<>(SB), RODATA|NOPTR, $16

DATA low<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL low<>(SB), RODATA|NOPTR, $8

// func skipAVX2(p *byte, n int, s *Set) int
TEXT ·skipAVX2(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ s+16(FP), DX
	VBROADCASTI128 (DX), Y1
	VBROADCASTI128 bits<>(SB), Y2
	VPBROADCASTQ low<>(SB), Y3
	VPXOR Y6, Y6, Y6
	XORQ AX, AX

loop:
	VMOVDQU (SI)(AX*1), Y0
	VPSRLW $4, Y0, Y5
	VPAND Y3, Y5, Y5
	VPSHUFB Y0, Y1, Y4
	VPSHUFB Y5, Y2, Y5
	VPAND Y5, Y4, Y4
	VPCMPEQB Y6, Y4, Y4
	VPMOVMSKB Y4, DX
	TESTL DX, DX
	JNZ found
	ADDQ $32, AX
	CMPQ AX, CX
	JLT loop
	MOVQ AX, ret+24(FP)
	VZEROUPPER
	RET

found:
	BSFL DX, DX
	ADDQ DX, AX
	MOVQ AX, ret+24(FP)
	VZEROUPPER
	RET
