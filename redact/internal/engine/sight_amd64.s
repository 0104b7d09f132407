//go:build !purego

#include "textflag.h"

// What the first letters of the words of an example are, by the lower half of a byte:
// a bit for each of exam, plac, chan, reda and your.
DATA bytes<>+0(SB)/8, $0x0000010004080002
DATA bytes<>+8(SB)/8, $0x0000000000001000
DATA bytes<>+16(SB)/8, $0x0000080000000000
DATA bytes<>+24(SB)/8, $0x1000000200000005
DATA bytes<>+32(SB)/8, $0x0000100800000700
DATA bytes<>+40(SB)/8, $0x0000000000000000
DATA bytes<>+48(SB)/8, $0x0000000002100800
DATA bytes<>+56(SB)/8, $0x0004010000000000

// A bit for each lower half, in two parts.
DATA bytes<>+64(SB)/8, $0x8040201008040201
DATA bytes<>+72(SB)/8, $0
DATA bytes<>+80(SB)/8, $0
DATA bytes<>+88(SB)/8, $0x8040201008040201
DATA bytes<>+96(SB)/4, $0x20202020
DATA bytes<>+100(SB)/4, $0x61616161
DATA bytes<>+104(SB)/4, $0x19191919
DATA bytes<>+108(SB)/4, $0x30303030
DATA bytes<>+112(SB)/4, $0x09090909
GLOBL bytes<>(SB), RODATA|NOPTR, $116

// KINDS sets four registers to masks of 32 bytes. The highest bit of what becomes LOW
// is that of lower case.
#define KINDS(at, SAME, LOW, DIGIT, LETTER) \
	VMOVDQU at(SI), Y0; \
	VPCMPEQB at+1(SI), Y0, Y3; \
	VPMOVMSKB Y3, SAME; \
	VPSLLW $2, Y0, Y3; \
	VPMOVMSKB Y3, LOW; \
	VPSUBB Y12, Y0, Y3; \
	VPMINUB Y11, Y3, Y4; \
	VPCMPEQB Y3, Y4, Y4; \
	VPMOVMSKB Y4, DIGIT; \
	VPOR Y15, Y0, Y0; \
	VPSUBB Y14, Y0, Y3; \
	VPMINUB Y13, Y3, Y4; \
	VPCMPEQB Y3, Y4, Y4; \
	VPMOVMSKB Y4, LETTER

// BITS sets three registers to masks of 32 bytes: the lowest bit, the next, and one for
// where no word begins.
#define BITS(at, ONE, TWO, NONE) \
	VMOVDQU at(SI), Y0; \
	VMOVDQU at+1(SI), Y1; \
	VMOVDQU at+2(SI), Y2; \
	VMOVDQU at+3(SI), Y3; \
	VPSLLW $7, Y0, Y4; \
	VPMOVMSKB Y4, ONE; \
	VPSLLW $6, Y0, Y5; \
	VPMOVMSKB Y5, TWO; \
	VPSHUFB Y0, Y10, Y0; \
	VPSHUFB Y1, Y9, Y1; \
	VPSHUFB Y2, Y8, Y2; \
	VPSHUFB Y3, Y7, Y3; \
	VPAND Y1, Y0, Y0; \
	VPAND Y3, Y2, Y2; \
	VPAND Y2, Y0, Y0; \
	VPCMPEQB Y6, Y0, Y0; \
	VPMOVMSKB Y0, NONE

// PUT writes two halves of a mask at once: what reads it need not wait for them.
#define PUT(LO, HI, at) \
	SHLQ $32, HI; \
	ORQ LO, HI; \
	MOVQ HI, at(DI)

// func masksAVX2(p *byte, n int, m *masks)
TEXT ·masksAVX2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ m+16(FP), DI
	VBROADCASTI128 bytes<>+0(SB), Y10
	VBROADCASTI128 bytes<>+16(SB), Y9
	VBROADCASTI128 bytes<>+32(SB), Y8
	VBROADCASTI128 bytes<>+48(SB), Y7
	VPXOR Y6, Y6, Y6
	VPBROADCASTD bytes<>+96(SB), Y15
	VPBROADCASTD bytes<>+100(SB), Y14
	VPBROADCASTD bytes<>+104(SB), Y13
	VPBROADCASTD bytes<>+108(SB), Y12
	VPBROADCASTD bytes<>+112(SB), Y11

	// The lower halves of the first 16 bytes, folded into eight bits twice.
	VMOVDQU (SI), X0
	VMOVDQU bytes<>+64(SB), X3
	VMOVDQU bytes<>+80(SB), X4
	VPSHUFB X0, X3, X3
	VPSHUFB X0, X4, X4
	VPUNPCKLQDQ X4, X3, X5
	VPUNPCKHQDQ X4, X3, X3
	VPOR X3, X5, X5
	VPSRLQ $32, X5, X3
	VPOR X3, X5, X5
	VPSRLQ $16, X5, X3
	VPOR X3, X5, X5
	VPSRLQ $8, X5, X3
	VPOR X3, X5, X5
	VPEXTRB $0, X5, AX
	VPEXTRB $8, X5, BX
	SHLQ $8, BX
	ORQ BX, AX
	MOVQ AX, 224(DI)

loop:
	CMPQ CX, $32
	JLE half
	KINDS(0, AX, BX, DX, R8)
	KINDS(32, R9, R10, R11, R12)
	PUT(AX, R9, 96)
	PUT(BX, R10, 64)
	PUT(DX, R11, 32)
	PUT(R8, R12, 0)
	BITS(0, AX, BX, DX)
	BITS(32, R9, R10, R11)
	PUT(AX, R9, 160)
	PUT(BX, R10, 192)
	PUT(DX, R11, 128)
	ADDQ $64, SI
	ADDQ $8, DI
	SUBQ $64, CX
	JG loop
	VZEROUPPER
	RET

half:
	KINDS(0, AX, BX, DX, R8)
	MOVQ AX, 96(DI)
	MOVQ BX, 64(DI)
	MOVQ DX, 32(DI)
	MOVQ R8, (DI)
	BITS(0, AX, BX, DX)
	MOVQ AX, 160(DI)
	MOVQ BX, 192(DI)
	MOVQ DX, 128(DI)
	VZEROUPPER
	RET
